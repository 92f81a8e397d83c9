/** XML as S3 speaks it: small documents, written and read whole. */
@NullMarked
package dev.trestle.wire.xml;

import org.jspecify.annotations.NullMarked;
