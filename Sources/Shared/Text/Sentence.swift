extension String {
    /// The same words as a sentence, with a capital letter and a full stop.
    package var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
