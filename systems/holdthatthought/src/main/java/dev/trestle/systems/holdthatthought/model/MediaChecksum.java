package dev.trestle.systems.holdthatthought.model;

/** The medium that has these bytes. */
public record MediaChecksum(String checksum, String mediaId) {}
