/** S3's semantics without HTTP: an object store over files and an engine's tables. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects;
