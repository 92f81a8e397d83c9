/** What the store survives: killed processes, cut power, damaged files, full and read-only disks, closing under load. */
@NullMarked
package dev.trestle.conformance.crash;

import org.jspecify.annotations.NullMarked;
