package dev.trestle.wire.signature;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes Authorization headers apart. Those of one client differ all day in the signature at their end only, so the last one is kept. */
final class Authorizations {
    private static final String END = "Signature=";
    private static final int SIGNATURE_LENGTH = 64;

    /** {@code beginning} is the header but for its signature. */
    private record Known(String beginning, Authorization authorization) {
        boolean fits(String header) {
            return header.length() == beginning.length() + SIGNATURE_LENGTH && header.startsWith(beginning);
        }
    }

    private volatile @Nullable Known last;

    /** {@code dated} tells that the request says when it was signed. */
    Authorization parse(List<String> headers, boolean dated) {
        Known known = last;
        if (known != null && dated && headers.size() == 1 && known.fits(headers.get(0))) {
            String signature = headers.get(0).substring(known.beginning.length());
            if (isHex(signature)) {
                return known.authorization.withSignature(signature);
            }
        }
        Authorization parsed = Authorization.parse(headers, dated);
        keep(headers.get(0), parsed);
        return parsed;
    }

    /** Keeps what ends with its signature, as all that SDKs send does. */
    private void keep(String header, Authorization parsed) {
        String signature = parsed.signature();
        if (signature.length() == SIGNATURE_LENGTH && isHex(signature) && header.endsWith(END + signature)) {
            last = new Known(header.substring(0, header.length() - SIGNATURE_LENGTH), parsed);
        }
    }

    private static boolean isHex(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if ((character < '0' || character > '9') && (character < 'a' || character > 'f')) {
                return false;
            }
        }
        return true;
    }
}
