package dev.trestle.model;

/** The key condition of one query: a whole partition key, and what is asked of the sort key. */
public record KeyCondition(String partition, SortCondition sort) {}
