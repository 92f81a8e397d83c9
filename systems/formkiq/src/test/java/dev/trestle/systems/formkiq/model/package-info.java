/** FormKiQ's data against its design document. */
@NullMarked
package dev.trestle.systems.formkiq.model;

import org.jspecify.annotations.NullMarked;
