package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the people of a family are related, as their profiles state it. There is a node for each member, and one for each other name; case
 * and spaces do not matter. Generations are counted breadth first from the viewer: the generation of parents is 1, of children -1. A link
 * whose ends already have other generations closes a loop or contradicts another; it is marked, and not followed.
 */
final class FamilyTree {
    private static final int NODES_MAX = 5_000;

    private final Links links;

    FamilyTree(Links links) {
        this.links = links;
    }

    /**
     * Somebody.
     *
     * @param userId if they are a user whom the viewer may see
     * @param generation above the viewer's; absent if nothing links them to the viewer
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Node(
            String id,
            String name,
            @Nullable String userId,
            @Nullable String photoUrl,
            @Nullable Integer generation) {}

    /**
     * A relationship.
     *
     * @param from who states it
     * @param to whom it names
     * @param type what the latter is to the former
     * @param conflict whether it contradicts what others state
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Link(
            String from, String to, String type, @Nullable String customType, boolean conflict) {}

    /** A tree. */
    public record View(String viewerId, List<Node> nodes, List<Link> links) {}

    /** One way along a link. */
    private record Way(String to, int up, int link) {}

    View of(Caller viewer, List<UserProfile> listed) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        List<UserProfile> people = new ArrayList<>(listed);
        if (people.stream().noneMatch(profile -> viewer.is(profile.userId()))) {
            people.add(viewer.profile());
        }
        for (UserProfile profile : people) {
            nodes.put(
                    profile.userId(),
                    new Node(
                            profile.userId(),
                            profile.displayName(),
                            profile.userId(),
                            links.photo(profile.photoUrl()),
                            null));
        }
        List<Link> stated = new ArrayList<>();
        for (UserProfile profile : people) {
            for (FamilyEntry entry : FamilyEntry.read(profile.familyRelationships())) {
                String to = nodeOf(entry, nodes);
                if (to != null && !to.equals(profile.userId())) {
                    stated.add(new Link(profile.userId(), to, entry.type(), entry.customType(), false));
                }
            }
        }
        return counted(viewer.userId(), nodes, stated);
    }

    /** The member whom an entry names; else the name. A private person is a name, as others have written it. */
    private static @Nullable String nodeOf(FamilyEntry entry, Map<String, Node> nodes) {
        String userId = entry.userId();
        if (userId != null && nodes.containsKey(userId)) {
            return userId;
        }
        String name = entry.name();
        if (name == null || name.isBlank() || nodes.size() >= NODES_MAX) {
            return null;
        }
        String folded = "name:" + name.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        for (Node member : nodes.values()) {
            if (member.userId() != null
                    && folded.equals("name:"
                            + member.name().strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT))) {
                return member.id();
            }
        }
        nodes.computeIfAbsent(folded, id -> new Node(id, name.strip(), null, null, null));
        return folded;
    }

    private static View counted(String viewerId, Map<String, Node> nodes, List<Link> stated) {
        Map<String, List<Way>> ways = new HashMap<>();
        for (int i = 0; i < stated.size(); i++) {
            Link link = stated.get(i);
            Integer up = Kinship.generationsUp(link.type());
            if (up != null) {
                ways.computeIfAbsent(link.from(), id -> new ArrayList<>()).add(new Way(link.to(), up, i));
                ways.computeIfAbsent(link.to(), id -> new ArrayList<>()).add(new Way(link.from(), -up, i));
            }
        }
        Map<String, Integer> generations = new HashMap<>();
        boolean[] conflicts = new boolean[stated.size()];
        Deque<String> waiting = new ArrayDeque<>(List.of(viewerId));
        generations.put(viewerId, 0);
        while (!waiting.isEmpty()) {
            String at = waiting.remove();
            int here = generations.getOrDefault(at, 0);
            for (Way way : ways.getOrDefault(at, List.of())) {
                Integer known = generations.get(way.to());
                if (known == null) {
                    generations.put(way.to(), here + way.up());
                    waiting.add(way.to());
                } else if (known != here + way.up()) {
                    conflicts[way.link()] = true;
                }
            }
        }
        List<Node> placed = nodes.values().stream()
                .map(node ->
                        new Node(node.id(), node.name(), node.userId(), node.photoUrl(), generations.get(node.id())))
                .toList();
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < stated.size(); i++) {
            Link link = stated.get(i);
            links.add(new Link(link.from(), link.to(), link.type(), link.customType(), conflicts[i]));
        }
        return new View(viewerId, placed, links);
    }
}
