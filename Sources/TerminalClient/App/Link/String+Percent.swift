extension String {
    /// The text as a part of a link. What could be taken for the link itself is written as `%2F` (RFC 3986, section 2.1).
    var inLink: String {
        utf8.reduce(into: "") { text, byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII && (character.isLetter || character.isNumber) || ":-._$".contains(character) {
                text.append(character)
            } else {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// The text that `inLink` has written so.
    /// - Returns: nil if two hexadecimal digits are missing behind a `%`, or if the bytes are not UTF-8.
    var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            // A number may have a sign, which is no digit.
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let decoded = UInt8(String(Substring(digits)), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
