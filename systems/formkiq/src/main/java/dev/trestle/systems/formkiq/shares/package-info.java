/** Folders that are shared with groups, and who acts in one by the key of a share. */
@NullMarked
package dev.trestle.systems.formkiq.shares;

import org.jspecify.annotations.NullMarked;
