/** Sites, their configuration and their API keys. */
@NullMarked
package dev.trestle.systems.formkiq.sites;

import org.jspecify.annotations.NullMarked;
