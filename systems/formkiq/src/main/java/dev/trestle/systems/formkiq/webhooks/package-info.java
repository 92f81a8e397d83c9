/** Webhooks: addresses at which others leave documents. */
@NullMarked
package dev.trestle.systems.formkiq.webhooks;

import org.jspecify.annotations.NullMarked;
