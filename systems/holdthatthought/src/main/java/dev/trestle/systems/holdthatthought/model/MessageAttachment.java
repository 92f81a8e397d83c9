package dev.trestle.systems.holdthatthought.model;

/** A file that belongs to a message. */
public record MessageAttachment(String s3Key, String fileName, String contentType) {}
