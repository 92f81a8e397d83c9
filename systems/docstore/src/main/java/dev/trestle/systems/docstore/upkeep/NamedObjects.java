package dev.trestle.systems.docstore.upkeep;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.content.ObjectNames;
import dev.trestle.platform.content.OrphanSweep;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.content.Contents.Owner;
import dev.trestle.systems.docstore.model.DeletedVersion;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.LastMove;
import dev.trestle.systems.docstore.model.ObjectTombstone;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The objects that the rows of a document name, wherever these are: in the document's versions, its deletions and its pictures. A row that
 * cannot be read may name any object: then nothing is known.
 *
 * <p>The places are read one after another, while a delete moves names from the versions to the deletions and a restore moves them back.
 * Either writes a {@link LastMove} of its own in the same transaction. If that is the same before and after, nothing moved meanwhile, and
 * no name was missed.
 */
public final class NamedObjects implements ObjectNames<Owner> {
    private static final int ROWS_MAX = 1000;
    private static final int LOOKS_MAX = 5;

    private final ItemStore store;

    /** Removes objects that no document names. */
    public static OrphanSweep<Owner> sweep(ItemStore store, ObjectBucket contents, Clock clock) {
        return new OrphanSweep<>(contents, Contents.PREFIX, new NamedObjects(store), clock);
    }

    private NamedObjects(ItemStore store) {
        this.store = store.consistent().complete();
    }

    @Override
    public @Nullable Owner ownerOf(String key) {
        return Owner.of(key);
    }

    /** Empty if the document was moved again and again while it was read, or a row names nothing that can be its object. */
    @Override
    public Optional<Set<String>> namedBy(Owner owner) {
        String documentId = owner.documentId();
        ItemStore tenant = store.within(owner.tenantId());
        for (int look = 0; look < LOOKS_MAX; look++) {
            Optional<LastMove> before = tenant.get(SupportTable.LAST_MOVE_OF.of(documentId));
            Set<String> named = new HashSet<>();
            collect(tenant.items(DocumentsTable.FETCH_DOCUMENT.of(documentId), ROWS_MAX), named);
            List<List<String>> rows = rows(tenant, documentId);
            rows.forEach(named::addAll);
            if (tenant.get(SupportTable.LAST_MOVE_OF.of(documentId)).equals(before)) {
                return rows.stream().allMatch(row -> isWhole(row, owner.prefix()))
                        ? Optional.of(named)
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    @Override
    public void bury(Owner owner, List<String> keys, Instant until) {
        List<ObjectTombstone> tombstones = keys.stream()
                .map(key -> new ObjectTombstone(owner.documentId(), key, until))
                .toList();
        store.within(owner.tenantId()).putAll(SupportTable.OBJECT_TOMBSTONE, tombstones);
    }

    /** What each row names. */
    private static List<List<String>> rows(ItemStore tenant, String documentId) {
        List<List<String>> rows = new ArrayList<>();
        tenant.all(DocumentsTable.VERSIONS.of(documentId), ROWS_MAX)
                .forEach(version -> rows.add(List.of(version.path())));
        tenant.all(SupportTable.DELETIONS.of(documentId), ROWS_MAX)
                .forEach(deleted -> rows.add(
                        deleted.versions().stream().map(DeletedVersion::path).toList()));
        tenant.all(SupportTable.PICTURES.of(documentId), ROWS_MAX)
                .forEach(picture -> rows.add(List.of(picture.path())));
        return rows;
    }

    /** Whether a row names objects of its document. One that names none, or something else, was changed by somebody. */
    private static boolean isWhole(List<String> row, String prefix) {
        return !row.isEmpty() && row.stream().allMatch(path -> path.startsWith(prefix));
    }

    private static void collect(List<Map<String, AttributeValue>> items, Set<String> named) {
        items.forEach(item -> item.values().forEach(value -> collect(value, named)));
    }

    private static void collect(AttributeValue value, Set<String> named) {
        if (value.s() != null && value.s().startsWith(Contents.PREFIX)) {
            named.add(value.s());
        }
        value.l().forEach(each -> collect(each, named));
        value.m().values().forEach(each -> collect(each, named));
    }
}
