package dev.trestle.systems.formkiq.shares;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.folders.IndexKeys;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.PathType;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.ShareIndex;
import dev.trestle.systems.formkiq.model.ShareIndex.FolderShare;
import dev.trestle.systems.formkiq.model.ShareIndex.SharedWith;
import dev.trestle.systems.formkiq.model.Shares;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import dev.trestle.systems.formkiq.model.Shares.PermissionType;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on shares of folders with groups. */
public final class ShareOperations {
    private static final int GROUP_MAX = 128;
    private static final int SHARES_MAX = 10_000;
    private static final int SITES_MAX = 1000;

    private final ItemStore items;
    private final Pages pages;

    public ShareOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.pages = pages;
    }

    /** What a share may give. */
    enum SharePermission {
        READ,
        WRITE,
        DELETE
    }

    enum ShareType {
        FOLDER
    }

    enum ShareFor {
        GROUP
    }

    record ShareView(
            String group,
            String shareKey,
            ShareType type,
            List<SharePermission> permissions,
            String siteId,
            String path,
            String userId,
            ShareFor permissionType) {}

    record SharesView(@Nullable String next, List<ShareView> shares) {}

    record ListShares(
            @Nullable String group,
            @Nullable String limit,
            @Nullable String next) {}

    record NewShare(@Nullable String group, @Nullable List<SharePermission> permissions) {}

    record ShareBody(@Nullable NewShare share) {}

    record AddShare(String indexKey, @Nullable String siteId, ShareBody body) implements OnSite {}

    record AddedShare(String message, String shareKey) {}

    /** The site is that of the share. */
    record ByShare(String shareKey) implements OnSite {
        @Override
        public @Nullable String siteId() {
            return ShareKey.of(shareKey, null).map(ShareKey::siteId).orElse(null);
        }

        /** It names what is to end, and gives nobody a right. */
        @Override
        public @Nullable String actsBy() {
            return null;
        }
    }

    record OfSite(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.get("GetUserShares", "/shares", ListShares.class)
                .about("The folders that are shared with a group of the caller, or with all of them")
                .right(Rights.ANY_GROUP)
                .refuses(Kind.INVALID)
                .gives(SharesView.class, this::ofCaller);
        api.post("AddFolderShare", "/shares/folders/{indexKey}", AddShare.class)
                .about("Shares a folder with a group, or changes what the group may do there")
                .right(Rights.ADMIN_OR_GOVERN)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(AddedShare.class, this::add);
        api.delete("DeleteShare", "/shares/{shareKey}", ByShare.class)
                .about("Ends a share")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
        api.get("GetSiteShares", "/x/shares", OfSite.class)
                .about("All shares of a site")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.INVALID)
                .gives(SharesView.class, this::ofSite);
    }

    private Decision<AddedShare> add(Given<Caller, AddShare> given) {
        NewShare asked = given.asked().body().share();
        String group =
                asked == null || asked.group() == null ? "" : asked.group().strip();
        List<SharePermission> wanted = asked == null || asked.permissions() == null ? List.of() : asked.permissions();
        new Refusals()
                .addIf(group.isEmpty(), "group", "'group' is required")
                .addIf(wanted.isEmpty(), "permissions", "'permissions' is required")
                .addIf(group.indexOf('#') >= 0 || group.length() > GROUP_MAX, "group", "invalid 'group'")
                .check();
        String site = given.by().site();
        ItemStore store = items.within(site).consistent();
        PathIndex.Entry folder = IndexKeys.require(store, given.asked().indexKey());
        FolderEntry entry = folder.record();
        Optional<FolderShare> known = store.get(ShareIndex.SHARE_OF_FOLDER.of(entry.documentId(), group));
        int groups = FolderShares.of(store, entry.documentId()).size();
        if (known.isEmpty() && groups >= FolderShares.GROUPS_MAX) {
            throw Refusals.message("a folder is shared with at most " + FolderShares.GROUPS_MAX + " groups");
        }
        String id = known.map(FolderShare::shareId)
                .orElseGet(() -> UUID.randomUUID().toString());
        DocumentShare share = new DocumentShare(
                id,
                entry.documentId(),
                group,
                PathType.DIRECTORY,
                given.at().truncatedTo(ChronoUnit.SECONDS),
                given.by().user(),
                IndexKeys.pathOf(store, items.within(site), entry),
                site,
                PermissionType.GROUP,
                EnumSet.copyOf(wanted).stream()
                        .map(each -> Permission.valueOf(each.name()))
                        .toList());
        Decision<AddedShare> decision = Decision.of(
                        new AddedShare("Folder shared with '" + group + "'", new ShareKey(site, id).text()))
                .check(folder.at(), Expect.equal("documentId", entry.documentId()))
                .put(Shares.DOCUMENT_SHARE, share)
                .put(ShareIndex.SHARED_WITH, new SharedWith(group, site));
        return known.isPresent()
                ? decision
                : decision.create(ShareIndex.FOLDER_SHARE, new FolderShare(entry.documentId(), group, id));
    }

    private Decision<Message> delete(Given<Caller, ByShare> given) {
        ItemStore store = items.within(given.by().site()).consistent();
        Stored<DocumentShare> share = ShareKey.of(given.asked().shareKey(), null)
                .flatMap(key -> store.stored(Shares.SHARE_BY_ID.of(key.shareId())))
                .orElseThrow(() -> Refusals.notFound("Share '" + given.asked().shareKey() + "' not found"));
        return Decision.of(new Message("Share deleted"))
                .delete(Shares.DOCUMENT_SHARE, share)
                .delete(
                        ShareIndex.SHARE_OF_FOLDER.of(
                                share.record().sharedDocumentId(),
                                share.record().name()),
                        Expect.ANYTHING);
    }

    private SharesView ofCaller(Given<Caller, ListShares> given) {
        Caller caller = given.by();
        String group = given.asked().group() == null ? "" : given.asked().group();
        Set<String> own = caller.groups();
        if (!group.isEmpty() && !caller.isAdministrator() && !own.contains(group)) {
            throw Refusals.denied();
        }
        List<SharedWith> places = new ArrayList<>();
        if (group.isEmpty() && caller.isAdministrator()) {
            places.addAll(items.consistent().first(ShareIndex.ALL_SHARED_WITH.of(), SITES_MAX));
        } else {
            Set<String> asked = group.isEmpty() ? own : Set.of(group);
            new TreeSet<>(asked)
                    .stream()
                            .filter(name -> name.indexOf('#') < 0)
                            .forEach(name -> places.addAll(
                                    items.consistent().first(ShareIndex.SITES_SHARED_WITH.of(name), SITES_MAX)));
        }
        List<ShareView> found = new ArrayList<>();
        for (SharedWith place : places) {
            if (caller.isAdministrator() || caller.mayEnter(place.siteId())) {
                found.addAll(listed(place.siteId(), place.groupName()));
            }
        }
        return page(
                caller,
                "GetUserShares",
                List.of(group),
                given.asked().limit(),
                given.asked().next(),
                found);
    }

    private SharesView ofSite(Given<Caller, OfSite> given) {
        String site = given.by().site();
        List<ShareView> found = listed(site, null);
        return page(
                given.by(),
                "GetSiteShares",
                List.of(),
                given.asked().limit(),
                given.asked().next(),
                found);
    }

    private SharesView page(
            Caller caller,
            String operation,
            List<String> query,
            @Nullable String limit,
            @Nullable String next,
            List<ShareView> found) {
        found.sort(Comparator.comparing(ShareView::siteId)
                .thenComparing(ShareView::path)
                .thenComparing(ShareView::group));
        Pages.Listing<ShareView> page = pages.of(pages.asked(caller, operation, query, limit, next, null), found);
        return new SharesView(page.next(), page.items());
    }

    /** The shares of a site's folders that are there, with a group or with all. */
    private List<ShareView> listed(String site, @Nullable String group) {
        ItemStore store = items.within(site).consistent();
        List<ShareView> found = new ArrayList<>();
        for (FolderShare row : store.first(ShareIndex.SHARES_OF_SITE.of(), SHARES_MAX)) {
            if (group == null || group.equals(row.groupName())) {
                store.get(Shares.SHARE_BY_ID.of(row.shareId()))
                        .flatMap(share -> view(store, items.within(site), share))
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<ShareView> view(ItemStore store, ItemStore indexes, DocumentShare share) {
        return indexes.get(Folders.FOLDER_BY_ID.of(share.sharedDocumentId()))
                .map(folder -> new ShareView(
                        share.name(),
                        new ShareKey(share.siteId(), share.documentId()).text(),
                        ShareType.FOLDER,
                        share.permissions().stream()
                                .filter(each -> each.ordinal() <= Permission.DELETE.ordinal())
                                .map(each -> SharePermission.valueOf(each.name()))
                                .toList(),
                        share.siteId(),
                        IndexKeys.pathOf(store, indexes, folder),
                        share.userId(),
                        ShareFor.GROUP));
    }
}
