package dev.trestle.server.attack;

import dev.trestle.server.attack.Accounts.Account;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * HoldThatThought: what belongs to a member with a private profile, who talks to another one, and what administrators import. The same
 * parameter, such as {@code id}, names different things, so that every operation has things of its own.
 */
final class HoldThatThoughtFixture extends Fixture {
    static final String BUCKET = "holdthatthought-archive";
    private static final String ITEM = "2015/christmas";

    private final FamilyThings things;
    private final Account hidden;
    private final Caller owner;
    private final Caller participant;
    private final Caller admin;
    private final String ownerId;
    private final String participantId;
    private final String thirdId;

    HoldThatThoughtFixture(AttackedServer server) {
        super(server);
        Accounts accounts = server.accounts;
        things = new FamilyThings(server);
        Account root = accounts.person("server administrator", "administrators");
        things.me(root.caller());
        Account boss = member("admin", root.caller(), "Admins");
        admin = boss.caller();
        Account own = member("owner", admin, "ApprovedUsers");
        owner = own.caller();
        ownerId = own.personId();
        Account other = member("participant", admin, "ApprovedUsers");
        participant = other.caller();
        participantId = other.personId();
        thirdId = member("third", admin, "ApprovedUsers").personId();
        hidden = member("hidden", admin, "ApprovedUsers");
        for (Caller each : List.of(owner, hidden.caller())) {
            things.put(each, "/profile", Map.of("isProfilePrivate", true, "bio", MARKER));
        }
        Account pending = accounts.person("pending");
        things.me(pending.caller());
        Account inactive = member("inactive", admin, "Admins");
        things.change(admin, inactive.personId(), Map.of("status", "inactive"));
        add(accounts.outsiders(boss, member("disabled", admin, "Admins")));
        add(
                pending.caller(),
                inactive.caller(),
                member("stranger", admin, "ApprovedUsers").caller(),
                owner,
                accounts.key("owner's key", own),
                participant,
                admin,
                accounts.key("admin's key", boss),
                root.caller());
    }

    private Account member(String name, Caller by, String group) {
        Account account = server.accounts.person(name);
        things.me(account.caller());
        things.change(by, account.personId(), Map.of("groups", List.of(group)));
        return account;
    }

    @Override
    Values make(ServedOperation operation) {
        things.forgetRates();
        Map<String, Object> values = new LinkedHashMap<>(bodies());
        String id = operation.id();
        String kind = id.replace("InConversations", "");
        if (operation.path().startsWith("/messages/") && operation.hasPathParameter("id")) {
            talk(kind, values);
        } else if (operation.hasPathParameter("id") || operation.hasPathParameter("uploadId")) {
            byId(id, values);
        } else if (operation.hasPathParameter("date")) {
            letter(id, values);
        } else if (operation.hasPathParameter("itemId") || operation.hasPathParameter("commentId")) {
            comment(id, values);
        }
        switch (id) {
            case "getWork", "cancelWork" -> values.put("workId", things.endedExport(owner));
            case "deleteContact" -> values.put("contactId", things.contact(admin, MARKER));
            case "getDownloadUrl" -> values.put("key", things.attachment(owner, List.of(participantId), MARKER));
            case "unsubscribe" -> values.put("unsubscribe.token", "d-" + things.unsubscribeToken(owner, ownerId));
            case "listCommentsOfUser", "listReactionsOfUser" -> {
                things.comment(owner, ITEM, MARKER);
                values.put("userId", ownerId);
            }
            default -> {
                // needs nothing more
            }
        }
        things.forgetRates();
        return Values.of(values);
    }

    /** What requests hold that are about nothing yet. */
    private Map<String, Object> bodies() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("inviteUser.email", server.accounts.unique("invited-") + "@matrix.example");
        values.put("changeUser.groups", List.of("ApprovedUsers"));
        values.put("createLetter.date", things.newDate());
        values.put("revertLetter.versionNumber", 1);
        values.put("from", "1");
        values.put("publishDraft.finalData", Map.of("date", things.newDate(), "title", MARKER, "content", MARKER));
        values.put("reviewDraft.extractedData", Map.of("title", MARKER));
        values.put("beginExport.full", true);
        values.put("beginBook.pictures", false);
        values.put("announceImport.fileName", "letter.md");
        values.put("participantIds", List.of(thirdId));
        values.put("contact.email", "somebody@matrix.example");
        for (String suffix : List.of("", "InConversations")) {
            values.put("sendMessage" + suffix + ".messageText", "Hello");
            file("announceAttachment" + suffix, "text/plain", values);
        }
        file("announceAnyAttachment", "text/plain", values);
        file("uploadAttachment", "text/plain", values);
        file("announceMedia", "image/png", values);
        return values;
    }

    private static void file(String operation, String type, Map<String, Object> values) {
        values.put(operation + ".fileName", "a-file");
        values.put(operation + ".contentType", type);
    }

    /** A conversation of three, which each of them may leave. */
    private void talk(String kind, Map<String, Object> values) {
        String id = things.conversation(owner, List.of(participantId, thirdId), MARKER);
        values.put("id", id);
        if (kind.equals("deleteMessage") || kind.equals("restoreMessage")) {
            String message = things.message(owner, id, MARKER);
            values.put("messageId", message);
            if (kind.equals("restoreMessage")) {
                things.delete(owner, "/messages/" + id + "/" + message);
            }
        }
    }

    private void byId(String id, Map<String, Object> values) {
        values.put(
                id + ".id",
                switch (id) {
                    case "getProfile" -> ownerId;
                    case "changeUser" -> things.invited(admin);
                    case "getExport" -> things.endedExport(owner);
                    case "getBook" -> things.endedBook(owner);
                    case "getImport", "startImport" -> things.announcedImport(admin);
                    case "confirmMedia" -> things.sentMedium(owner);
                    case "getMedium", "captionMedium", "deleteMedium" -> things.medium(owner, MARKER);
                    case "orderUpload", "processUpload" -> things.sentDraft(owner);
                    case "getDraft", "reviewDraft", "deleteDraft", "publishDraft" -> things.readyDraft(owner);
                    default -> throw new IllegalStateException(id + " has an id of something unknown");
                });
        values.put(id + ".uploadId", values.get(id + ".id"));
    }

    private void letter(String id, Map<String, Object> values) {
        boolean hasScan = id.equals("getLetterPdf") || id.equals("getLetterPages");
        String date = hasScan ? things.scannedLetter(owner, MARKER) : things.letter(owner, MARKER);
        values.put("date", date);
        values.put("timestamp", things.version(owner, date, MARKER));
        if (id.equals("restoreLetter")) {
            things.delete(admin, "/letters/" + date);
        }
    }

    private void comment(String id, Map<String, Object> values) {
        String comment = things.comment(owner, ITEM, MARKER);
        values.put("commentId", comment);
        values.put("itemId", id.equals("editComment") || id.equals("deleteComment") ? ITEM + "/" + comment : ITEM);
        if (id.equals("restoreComment")) {
            things.delete(owner, "/comments/" + ITEM + "/" + comment);
        }
    }

    @Override
    void prepare(ServedOperation operation, Caller caller) {
        things.forgetRates();
        if (operation.id().equals("beginBook") || operation.id().equals("beginExport")) {
            things.awaitWork();
        }
    }

    @Override
    Duration quiet() {
        return Duration.ofSeconds(2);
    }

    @Override
    Set<String> special() {
        return server.apis.stream()
                .filter(api -> api.name().equals("holdthatthought"))
                .flatMap(api -> api.operations().keySet().stream())
                .collect(Collectors.toSet());
    }

    /** Not of uploads and people: members see all drafts, and the names of private people under comments. */
    @Override
    Map<String, String> missing() {
        return Map.of(
                "id", "none",
                "date", "1950-01-01-none",
                "itemId", "2015/none/none",
                "commentId", "none",
                "messageId", "none",
                "contactId", "none",
                "workId", "none");
    }

    /** The conversation of two others has an id that everybody can guess. */
    @Override
    Map<String, Ids> foreign() {
        String direct = things.conversation(participant, List.of(thirdId), FOREIGN_MARKER);
        String key = things.attachment(participant, List.of(thirdId), FOREIGN_MARKER);
        String none = "messages/attachments/" + participantId + "/00000000000000000000000000000000/none.txt";
        return Map.of(
                "id", new Ids(direct, thirdId + "_nobody"),
                "key", new Ids(key, none),
                "attachments", new Ids(List.of(Map.of("s3Key", key)), List.of(Map.of("s3Key", none))),
                "participantIds", new Ids(List.of(hidden.personId()), List.of("nobody")),
                "photoUrl", new Ids("profile-photos/" + participantId + "/a.png", "profile-photos/nobody/a.png"),
                "workId", new Ids(things.endedExport(participant), "none"));
    }

    @Override
    Caller insider() {
        return owner;
    }
}
