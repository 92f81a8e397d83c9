package dev.trestle.systems.holdthatthought.area;

/** What a change without a result answers. */
public record Message(String message) {}
