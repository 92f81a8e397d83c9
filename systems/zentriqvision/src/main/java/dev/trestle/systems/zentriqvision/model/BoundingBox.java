package dev.trestle.systems.zentriqvision.model;

/** Where in the frame somebody was, in parts of its width and height from the upper left corner on. */
public record BoundingBox(double x, double y, double width, double height) {}
