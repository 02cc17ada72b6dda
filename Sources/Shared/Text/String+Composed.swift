// Foundation's version needs the library that contains all of ICU, and Swift has no public one.
#if canImport(FoundationEssentials)
    @_spi(_Unicode) internal import Swift
#else
    internal import Foundation
#endif

extension String {
    /// The text in Unicode's form NFC. Nearly every name is ASCII, and so is in this form already.
    var composed: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        #if canImport(FoundationEssentials)
            var text = ""
            text.unicodeScalars.append(contentsOf: _nfc)
            return text
        #else
            return precomposedStringWithCanonicalMapping
        #endif
    }
}
