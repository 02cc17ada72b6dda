import Foundation
import TestSupport
import Testing

@testable import TerminalClient

/// The table of currencies equals Foundation's. `RECORD_PICTURES=1` rewrites it.
struct CurrencyTableTests {
    @Test func theTableEqualsFoundations() throws {
        let path = "Sources/TerminalClient/Money/CurrencyTable.swift"
        let lines = Self.known.map { code in
            "        \(code)\t\(Self.symbol(code))\t\(Self.decimals(code))\t\(Self.name(code) ?? code)"
        }
        let text = """
            /// The currencies of Unicode CLDR, of today and of the past: code, symbol, decimals and name, in English.
            ///
            /// Generated from Foundation by `CurrencyTableTests`. Foundation itself would bring 40 MB of data into each terminal.
            enum CurrencyTable {
                static let lines = \"""
            \(lines.joined(separator: "\n"))
                    \"""
            }
            """
        #expect(try RecordedText.isKept(text, inFile: path), "set RECORD_PICTURES=1 to write \(path) anew")
    }

    @Test func eachCodeIsWrittenAsFoundationWritesIt() {
        for code in Self.known {
            let format = CurrencyFormat.of(code)
            #expect(format.symbol == Self.symbol(code) && format.decimals == Self.decimals(code))
            #expect(format.name == Self.name(code) && CurrencyFormat.isKnown(code))
        }
        for code in ["QQQ", "BTC", "usd", "", "E"] {
            #expect(!CurrencyFormat.isKnown(code))
            #expect(CurrencyFormat.of(code) == CurrencyFormat(symbol: code, decimals: 2, name: code))
        }
    }

    private static let locale = Locale(identifier: "en_US")

    /// The words of three letters that have a name.
    private static let known: [String] = {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) }
        let codes = letters.flatMap { first in letters.flatMap { second in letters.map { first + second + $0 } } }
        return codes.filter { name($0) != nil }
    }()

    private static func name(_ code: String) -> String? {
        locale.localizedString(forCurrencyCode: code).flatMap { $0 == code ? nil : $0 }
    }

    private static func formatter(_ code: String) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .currency
        formatter.currencyCode = code
        return formatter
    }

    private static func symbol(_ code: String) -> String {
        let symbol = formatter(code).currencySymbol ?? code
        return symbol.isEmpty ? code : symbol
    }

    /// On Linux, the formatter's properties describe the currency of its locale, but what it writes is right.
    private static func decimals(_ code: String) -> Int {
        let zero = formatter(code).string(from: 0) ?? "0.00"
        return zero.lastIndex(of: ".").map { zero[$0...].count(where: \.isNumber) } ?? 0
    }
}
