package import Shared

/// How old prices may be, as a user types it: `500ms`, `60s`, `5m`, `2h`.
package struct AgeLimit: Equatable, Sendable {
    package let text: String
    package let time: Duration

    /// How many of the prices that are too old are named. The others are counted.
    private static let namedMax = 3
    private static let units: [(name: String, length: Duration)] = [
        ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ]

    package init(_ text: String) throws(AgeLimitFault) {
        let digits = text.prefix { $0.isWholeNumber && $0.isASCII }
        guard let count = UInt32(digits) else { throw .noTime(text) }
        let rest = text.dropFirst(digits.count)
        if rest.isEmpty { throw .noUnit(text) }
        guard let unit = Self.units.first(where: { $0.name == rest }) else { throw .noTime(text) }
        (self.text, time) = (text, unit.length * Int(count))
    }

    /// - Parameter ages: the ages of what was printed; nil if unknown.
    /// - Returns: lines that say what is too old; empty if nothing is.
    package func complaints(of ages: [(name: String, age: Duration?)]) -> [String] {
        let old = ages.filter { $0.age.map { $0 > time } ?? true }
        let others = old.count - Self.namedMax
        let named = old.prefix(Self.namedMax).map { name, age in
            age.map { AgeComplaint.tooOld(name: name, seconds: seconds($0), limit: text) }
                ?? .noAge(name: name, limit: text)
        }
        return (named + (others > 0 ? [.others(others)] : [])).map(\.description)
    }

    /// - Parameters:
    ///   - quotes: those whose prices were printed. One without a price has no age.
    ///   - table: the market that they belong to.
    ///   - now: the server's time.
    /// - Returns: lines that say what is too old; empty if nothing is.
    package func complaints(of quotes: [Quote], in table: MarketTable, at now: MarketTime) -> [String] {
        complaints(
            of: quotes.filter { $0.mantissa != nil }.map {
                ("the price of \($0.instrument.symbol.escaped)", table.age(of: $0.pricing, at: now)?.age)
            }
        )
    }

    /// Whole seconds, or with a tenth if whole seconds would not exceed the limit.
    private func seconds(_ age: Duration) -> String {
        let seconds = age.components.seconds
        if .seconds(seconds) > time { return "\(seconds)" }
        let tenths = Int64((age / .milliseconds(100)).rounded(.up))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Why a text is not an `AgeLimit`.
package enum AgeLimitFault: Error, Equatable, Sendable, CustomStringConvertible {
    case noUnit(String)
    case noTime(String)

    package var description: String {
        switch self {
        case .noUnit(let text): "'\(text)' has no unit; use \(text)s for seconds, or ms, m or h"
        case .noTime(let text): "'\(text)' is not a time; use a number and a unit, as in 500ms, 60s, 5m or 2h"
        }
    }
}
