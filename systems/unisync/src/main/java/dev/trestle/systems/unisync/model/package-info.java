/** UniSync's data: five documented tables, one class each, and the support table beside them. */
@NullMarked
package dev.trestle.systems.unisync.model;

import org.jspecify.annotations.NullMarked;
