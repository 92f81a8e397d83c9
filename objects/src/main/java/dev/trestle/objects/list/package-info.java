/** Listings: pages of keys in their order, with common prefixes. */
@org.jspecify.annotations.NullMarked
package dev.trestle.objects.list;
