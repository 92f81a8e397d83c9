/**
 * Operations as declarations: method, path, right, request, result, and a function that decides. Everything else (binding, validation,
 * rights, retries, conflicts, the API document) is the same for all systems and is done here or below.
 */
@NullMarked
package dev.trestle.platform.operation;

import org.jspecify.annotations.NullMarked;
