package dev.trestle.systems.docstore.model;

/**
 * The state of a tenant's folders as a whole. Every change of their names or places writes another one, on condition that it is the one
 * that was read: so changes come one after another, and no two of them together close a loop.
 *
 * @param changeId another one for each change
 */
public record FolderTree(String changeId) {}
