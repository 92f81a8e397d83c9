/** Queues and workflows: what documents go through, and who decides about them. */
@NullMarked
package dev.trestle.systems.formkiq.workflows;

import org.jspecify.annotations.NullMarked;
