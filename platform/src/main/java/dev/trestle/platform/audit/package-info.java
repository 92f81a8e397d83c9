/** The audit trail: who did what, when and from where. It is only added to. */
@NullMarked
package dev.trestle.platform.audit;

import org.jspecify.annotations.NullMarked;
