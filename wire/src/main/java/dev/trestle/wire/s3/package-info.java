/** S3's protocol, from a request's headers and bytes to an answer's, without the network. */
@NullMarked
package dev.trestle.wire.s3;

import org.jspecify.annotations.NullMarked;
