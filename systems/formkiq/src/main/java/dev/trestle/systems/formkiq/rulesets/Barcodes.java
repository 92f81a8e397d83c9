package dev.trestle.systems.formkiq.rulesets;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.Result;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.multi.GenericMultipleBarcodeReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Reads bar codes, of all kinds that zxing knows, on pictures that were made here: bounded, and in a format that is known. */
final class Barcodes {
    private static final Map<DecodeHintType, Object> HINTS = Map.of(DecodeHintType.TRY_HARDER, Boolean.TRUE);

    private Barcodes() {}

    /** What the codes on a picture say. */
    static List<String> on(Path picture) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        if (image == null) {
            return List.of();
        }
        int width = image.getWidth();
        int height = image.getHeight();
        LuminanceSource source =
                new RGBLuminanceSource(width, height, image.getRGB(0, 0, width, height, null, 0, width));
        try {
            Result[] found = new GenericMultipleBarcodeReader(new MultiFormatReader())
                    .decodeMultiple(new BinaryBitmap(new HybridBinarizer(source)), HINTS);
            return Stream.of(found).map(Result::getText).distinct().toList();
        } catch (NotFoundException none) {
            return List.of();
        }
    }
}
