package dev.trestle.vision.detect;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Map;

/** The neural network, on one thread. It says of a picture of 300 × 300 pixels, for each of some two thousand boxes, what is in it. */
final class Network implements AutoCloseable {
    static final int SIDE = 300;

    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;
    private final ByteBuffer input = ByteBuffer.allocateDirect(SIDE * SIDE * Frame.CHANNELS);

    /** {@code scores} has one number for each of {@link Detection.Kind}, {@code boxes} top, left, bottom and right, for each box. */
    record Answer(float[] scores, float[] boxes) {}

    Network(byte[] weights) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            session = environment.createSession(weights, options);
        } catch (OrtException e) {
            throw new IllegalStateException("The network cannot be loaded.", e);
        }
    }

    Answer look(byte[] rgb) {
        input.clear();
        input.put(rgb).flip();
        long[] shape = {1, SIDE, SIDE, Frame.CHANNELS};
        try (OnnxTensor image = OnnxTensor.createTensor(environment, input, shape, OnnxJavaType.UINT8);
                OrtSession.Result result = session.run(Map.of("image", image))) {
            return new Answer(floats(result, "scores"), floats(result, "boxes"));
        } catch (OrtException e) {
            throw new IllegalStateException("The network failed.", e);
        }
    }

    private static float[] floats(OrtSession.Result result, String name) {
        OnnxTensor tensor = (OnnxTensor) result.get(name).orElseThrow();
        FloatBuffer values = tensor.getFloatBuffer();
        float[] copy = new float[values.remaining()];
        values.get(copy);
        return copy;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("The network could not be closed.", e);
        }
    }
}
