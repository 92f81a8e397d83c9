package dev.trestle.objects.api;

/** What the checksum of an object of several parts is made of: the object's bytes, or the checksums of the parts. */
public enum ChecksumType {
    FULL_OBJECT,
    COMPOSITE
}
