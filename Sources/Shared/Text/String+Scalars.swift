extension String {
    /// Replaces Unicode scalars that mean something in a format. Swift's characters would hide some of them: a combining
    /// mark joins the quote before it, and a line feed joins a carriage return.
    package func replacing(_ texts: [Unicode.Scalar: String]) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = texts[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
