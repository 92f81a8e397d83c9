@NullMarked
package dev.trestle.platform.jobs;

import org.jspecify.annotations.NullMarked;
