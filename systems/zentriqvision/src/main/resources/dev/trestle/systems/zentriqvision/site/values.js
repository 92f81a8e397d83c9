// The words that analyzers use for what people look like. Another analyzer may use others.
export const COLORS = ['black', 'gray', 'white', 'red', 'orange', 'brown', 'yellow', 'green', 'blue', 'purple', 'pink'];
export const OBJECTS = ['bag', 'phone'];
export const GENDERS = ['female', 'male'];
export const AGES = ['0-17', '18-24', '25-34', '35-49', '50+'];
export const EMOTIONS = ['happy', 'calm', 'neutral', 'surprised', 'confused', 'sad', 'angry', 'fear', 'disgusted'];
export const HAIR = ['black', 'brown', 'blond', 'red', 'gray', 'white'];
