package dev.trestle.systems.docstore.documents;

import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.Version;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A document with something about it changed. */
final class Revised {
    private final Document before;
    private String displayName;
    private long size;
    private int currentVersion;
    private @Nullable Integer nextVersion;
    private String owner;
    private List<String> editors;
    private List<String> viewers;
    private Instant lastModified;
    private @Nullable String rolledBackBy;
    private @Nullable Instant rolledBackAt;
    private @Nullable Integer rolledBackFrom;

    private Revised(Document before) {
        this.before = before;
        this.displayName = before.displayName();
        this.size = before.size();
        this.currentVersion = before.currentVersion();
        this.nextVersion = before.nextVersion();
        this.owner = before.owner();
        this.editors = before.editors();
        this.viewers = before.viewers();
        this.lastModified = before.lastModified();
        this.rolledBackBy = before.rolledBackBy();
        this.rolledBackAt = before.rolledBackAt();
        this.rolledBackFrom = before.rolledBackFrom();
    }

    /** With a new version, which it then shows. */
    static Document saved(Document before, Version version) {
        Revised revised = new Revised(before);
        revised.size = version.fileSize();
        revised.currentVersion = version.version();
        revised.nextVersion = version.version() + 1;
        revised.lastModified = version.createdAt();
        revised.rolledBackBy = null;
        revised.rolledBackAt = null;
        revised.rolledBackFrom = null;
        return revised.at(version.createdAt());
    }

    /** Showing an older version, or a newer one again. */
    static Document pointedTo(Document before, Version version, int next, String by, Instant at) {
        Revised revised = new Revised(before);
        revised.size = version.fileSize();
        revised.currentVersion = version.version();
        revised.nextVersion = next;
        revised.lastModified = at;
        revised.rolledBackBy = by;
        revised.rolledBackAt = at;
        revised.rolledBackFrom = before.currentVersion();
        return revised.at(at);
    }

    static Document named(Document before, String displayName, Instant at) {
        Revised revised = new Revised(before);
        revised.displayName = displayName;
        return revised.at(at);
    }

    static Document shared(Document before, String owner, List<String> editors, List<String> viewers, Instant at) {
        Revised revised = new Revised(before);
        revised.owner = owner;
        revised.editors = List.copyOf(editors);
        revised.viewers = List.copyOf(viewers);
        return revised.at(at);
    }

    private Document at(Instant now) {
        return new Document(
                before.id(),
                before.tenantId(),
                displayName,
                before.fileName(),
                before.fileType(),
                size,
                currentVersion,
                nextVersion,
                owner,
                editors,
                viewers,
                lastModified,
                before.createdAt(),
                now,
                rolledBackBy,
                rolledBackAt,
                rolledBackFrom);
    }
}
