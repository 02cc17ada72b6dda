import MockMarket
import Shared
import Testing

@testable import PushServer

struct JSONReaderTests {
    @Test func skipsUnreadValues() throws {
        let text = #" { "a" : [1, {"b": "]}"}, null], "c": 2.50 , "d":{"e":[[],{}]}, "f\u0041":true } "#
        var found: [String: ExactDecimal?] = [:]
        var reader = JSONReader(Array(text.utf8))
        try reader.members { reader, key throws(JSONError) in
            if key == "c" || key == "fA" { found[key] = try reader.decimal() }
        }
        try reader.finish()
        #expect(found == ["c": try ExactDecimal(parsing: "2.5"), "fA": nil])
    }

    @Test(arguments: [
        ("5", "5"), ("-0.25", "-0.25"), ("6.3e-08", "0.000000063"), (#""1.5""#, "1.5"), (#"" 21000000 ""#, "21000000"),
    ])
    func aNumberMayBeTextOrExponent(json: String, value: String) throws {
        var reader = JSONReader(Array(json.utf8))
        #expect(try reader.decimal()?.plainText == value)
        try reader.finish()
    }

    @Test(arguments: ["null", #""""#, #""N/A""#, "true", "[1]", #"{"a":1}"#, "1e99", "1-2", #""twelve""#, #"" ""#])
    func everythingElseIsOneAbsentValue(json: String) throws {
        var reader = JSONReader(Array(json.utf8))
        #expect(try reader.decimal() == nil)
        try reader.finish()
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#"" τBitcoin ""#, "τBitcoin"), (#""a\"b\\c\/d\n\t""#, "a\"b\\c/d\n\t"),
        (#""\ud83d\ude80\u20ac""#, "🚀€"), (#""\ud83d!""#, "\u{FFFD}!"), (#""\u00zz\q""#, "\u{FFFD}00zz\u{FFFD}"),
        ("1001", "1001"),
    ])
    func readsText(json: String, value: String) throws {
        var reader = JSONReader(Array(json.utf8))
        #expect(try reader.text() == value)
    }

    @Test(arguments: [
        ("", JSONError.endsEarly), ("[1,", .endsEarly), (#"{"a""#, .endsEarly), (#""open"#, .endsEarly),
        (#""open\"#, .endsEarly), ("[1,]", .unexpectedByte(at: 3)), ("[1 2]", .unexpectedByte(at: 3)),
        (#"{"a" 1}"#, .unexpectedByte(at: 5)), ("{a:1}", .unexpectedByte(at: 1)), ("nul", .unexpectedByte(at: 0)),
        ("<html>", .unexpectedByte(at: 0)), ("1 2", .unexpectedByte(at: 2)), ("[NaN]", .unexpectedByte(at: 1)),
    ])
    func brokenSyntaxIsSaid(json: String, error: JSONError) {
        #expect(throws: error) {
            var reader = JSONReader(Array(json.utf8))
            try reader.skip()
            try reader.finish()
        }
    }

    @Test func nestingIsLimited() throws {
        var reader = JSONReader(Array((String(repeating: "[", count: 64) + String(repeating: "]", count: 64)).utf8))
        try reader.skip()
        #expect(throws: JSONError.nestedTooDeep) {
            var reader = JSONReader(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
            try reader.skip()
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func noBytesCrashTheDecoders(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let samples = [Samples.listing, Samples.tickers, Samples.listingWithListOfQuotes]
        for _ in 0..<3_000 {
            var bytes = Array(samples[Int(random.next() % UInt64(samples.count))].utf8)
            for _ in 0...(random.next() % 4) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 9)))
                default:
                    bytes.insert(contentsOf: Array("[]{}\",:\\u-e0".utf8).shuffled(using: &random).prefix(2), at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let answer = HTTPAnswer(status: 200, body: bytes, arrived: testTime)
            _ = try? CoinListing(coinMarketCap: answer)
            _ = try? TickerBoard(huobi: answer)
        }
    }
}
