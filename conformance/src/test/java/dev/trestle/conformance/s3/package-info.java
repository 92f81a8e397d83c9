/** S3 over HTTP, with the SDK's own clients. */
@NullMarked
package dev.trestle.conformance.s3;

import org.jspecify.annotations.NullMarked;
