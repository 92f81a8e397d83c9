/** The engine over HTTP: servers that AWS's SDKs and tools take for AWS's own endpoints. */
@NullMarked
package dev.trestle.wire;

import org.jspecify.annotations.NullMarked;
