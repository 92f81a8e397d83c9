package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;

/** What an audit entry is about. */
@LowerCase
public enum AuditSubject {
    SHOWSET,
    USER
}
