/// The words for plausible faults, for reading and writing.
enum SpoilingWord {
    private static let samples: [(name: String, form: String)] = [
        ("rows", "rows=10"), ("bad-rows", "bad-rows=5"),
        ("price", "price=btcusdt:x1000, price=btcusdt:/5 or price=BTC:null"),
        ("without", "without=btcusdt"), ("twice", "twice=BTC"), ("clock", "clock=-480s or clock=1200s"),
        ("stopped", "stopped=1700000000000"), ("age", "age=BTC:1296000s"), ("state", "state=suspend"),
    ]

    static let names = samples.map(\.name)
    static let forms =
        ["rows=N", "bad-rows=N", "price=SYMBOL:PRICE", "without=SYMBOL", "twice=SYMBOL", "clock=TIME"]
        + ["stopped=MS", "age=SYMBOL:TIME", "state=STATE"]

    static func form(of name: String) -> String { samples.first { $0.name == name }?.form ?? "" }

    static func spoiling(_ name: String, _ value: String) -> Spoiling? {
        let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
        switch name {
        case "rows": return count(value).map(Spoiling.rows)
        case "bad-rows": return count(value).map(Spoiling.badRows)
        case "without": return value.isEmpty ? nil : .without(symbol: value)
        case "twice": return value.isEmpty ? nil : .twice(symbol: value)
        case "state": return value.isEmpty ? nil : .state(value)
        case "stopped": return Int64(value).map { .stopped(milliseconds: $0) }
        case "clock": return seconds(value).map { .clock(milliseconds: $0) }
        case "age":
            guard parts.count == 2, let time = seconds(parts[1]) else { return nil }
            return .age(symbol: parts[0], milliseconds: time)
        default:
            guard parts.count == 2, let price = price(parts[1]) else { return nil }
            return .price(symbol: parts[0], price)
        }
    }

    static func text(of spoiling: Spoiling) -> String {
        switch spoiling {
        case .rows(let count): "rows=\(count)"
        case .badRows(let count): "bad-rows=\(count)"
        case .price(let symbol, .text(let text)): "price=\(symbol):\(text)"
        case .price(let symbol, .times(let factor)): "price=\(symbol):x\(factor)"
        case .price(let symbol, .part(let divisor)): "price=\(symbol):/\(divisor)"
        case .without(let symbol): "without=\(symbol)"
        case .twice(let symbol): "twice=\(symbol)"
        case .clock(let milliseconds): "clock=\(milliseconds / 1000)s"
        case .stopped(let milliseconds): "stopped=\(milliseconds)"
        case .age(let symbol, let milliseconds): "age=\(symbol):\(milliseconds / 1000)s"
        case .state(let state): "state=\(state)"
        case .byteOrderMark: "bom"
        }
    }

    private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }

    /// Whole seconds, positive or negative.
    private static func seconds(_ text: String) -> Int64? {
        guard text.hasSuffix("s"), let seconds = Int64(text.dropLast()), seconds.magnitude <= 10_000_000_000 else {
            return nil
        }
        return seconds * 1000
    }

    private static func price(_ text: String) -> Spoiling.Price? {
        if text.hasPrefix("x") { return Int(text.dropFirst()).map(Spoiling.Price.times) }
        if text.hasPrefix("/") { return Int(text.dropFirst()).flatMap { $0 > 0 ? .part($0) : nil } }
        return text.isEmpty ? nil : .text(text)
    }
}
