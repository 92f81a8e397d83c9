package dev.trestle.engine.item;

import dev.trestle.engine.value.Value;

/** Drives an {@link ItemVisitor} over stored bytes. */
final class ItemWalker {
    private ItemWalker() {}

    static void walkItem(ByteReader in, ItemVisitor visitor) {
        walkMapBody(in, 0, visitor);
    }

    private static void walkMapBody(ByteReader in, int level, ItemVisitor visitor) {
        int count = in.readCount();
        visitor.startMap(count);
        for (int i = 0; i < count; i++) {
            int length = in.readVarint();
            visitor.name(in.array(), in.skip(length), length);
            walkValue(in, level + 1, visitor);
        }
        visitor.endMap();
    }

    private static void walkValue(ByteReader in, int level, ItemVisitor visitor) {
        Value.Type type = ValueDecoder.readType(in);
        switch (type) {
            case S, N, B -> walkScalar(in, type, visitor);
            case BOOL -> visitor.bool(in.readByte() != 0);
            case NULL -> visitor.nul();
            default -> {
                ValueDecoder.checkLevel(level);
                int length = in.readInt();
                long end = (long) in.position() + length;
                walkContainer(in, type, level, visitor);
                ValueDecoder.checkEnd(in, end);
            }
        }
    }

    private static void walkScalar(ByteReader in, Value.Type type, ItemVisitor visitor) {
        int length = in.readVarint();
        int at = in.skip(length);
        switch (type) {
            case S, SS -> visitor.string(in.array(), at, length);
            case N, NS -> visitor.number(in.array(), at, length);
            default -> visitor.binary(in.array(), at, length);
        }
    }

    private static void walkContainer(ByteReader in, Value.Type type, int level, ItemVisitor visitor) {
        if (type == Value.Type.M) {
            walkMapBody(in, level, visitor);
            return;
        }
        int count = in.readCount();
        switch (type) {
            case L -> visitor.startList(count);
            case SS -> visitor.startStringSet(count);
            case NS -> visitor.startNumberSet(count);
            default -> visitor.startBinarySet(count);
        }
        for (int i = 0; i < count; i++) {
            if (type == Value.Type.L) {
                walkValue(in, level + 1, visitor);
            } else {
                walkScalar(in, type, visitor);
            }
        }
        if (type == Value.Type.L) {
            visitor.endList();
        } else {
            visitor.endSet();
        }
    }
}
