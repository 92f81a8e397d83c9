package dev.trestle.objects.api;

/** Names an upload in parts, which belongs to one key. */
public record UploadRef(String bucket, String key, String uploadId) {}
