package dev.trestle.systems.holdthatthought.drafts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A letter as a draft is published. Its texts are not checked yet. */
public record NewLetter(
        String date,
        String title,
        @Nullable String author,
        String content,
        @Nullable String description,
        @Nullable String recipient,
        @Nullable String location,
        List<String> tags,
        boolean isMachineRead) {}
