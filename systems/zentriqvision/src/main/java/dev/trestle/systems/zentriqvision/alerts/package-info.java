/** Saved searches, and the alerts of what they find: on the page, by mail, to webhooks. */
@NullMarked
package dev.trestle.systems.zentriqvision.alerts;

import org.jspecify.annotations.NullMarked;
