import Shared

/// The words of the rule language, in both directions.
enum FaultWord {
    private static let plain: [(name: String, kind: Fault.Kind)] = [
        ("never", .never), ("reset", .reset), ("malformed", .malformedJSON), ("wrong-types", .wrongTypes),
        ("html", .htmlPage), ("empty", .emptyBody), ("error-200", .errorUnder200), ("gzip", .gzip),
        ("false-gzip", .falseGzip), ("month-spent", .monthSpent), ("bom", .spoilt(.byteOrderMark)),
    ]
    private static let valued = ["slow-headers", "slow-body", "cut", "large", "history"] + SpoilingWord.names

    static let list =
        (plain.map(\.name) + ["slow-headers=TIME", "slow-body=TIME", "cut=BYTES", "large=SIZE", "history=CANDLES"]
        + SpoilingWord.forms)
        .joined(separator: ", ")

    static func kind(
        _ word: String,
        _ conditions: inout FaultConditions,
        of rule: String
    ) throws(FaultRuleError) -> Fault.Kind {
        let retryAfter = conditions.retryAfter
        if let status = Int(word) {
            guard 400...599 ~= status else { throw FaultRuleError(rule, "\(status) is not a status from 400 to 599") }
            return .status(status, retryAfter: retryAfter)
        }
        if retryAfter != nil { throw FaultRuleError(rule, "retry-after= goes with a status, as in 429") }
        if let found = plain.first(where: { $0.name == word }) { return found.kind }
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard let name = parts.first, valued.contains(name) else {
            let near = NearMiss.of(parts.first ?? word, among: plain.map(\.name) + valued)
            let hint = near.map { "; did you mean \($0)?" } ?? ""
            throw FaultRuleError(rule, "\"\(word)\" is neither a status from 400 to 599 nor one of \(list)\(hint)")
        }
        return try valuedKind(name, parts.count > 1 ? parts[1] : "", of: rule)
    }

    private static func valuedKind(
        _ name: String,
        _ value: String,
        of rule: String
    ) throws(FaultRuleError) -> Fault.Kind {
        if SpoilingWord.names.contains(name) {
            guard let spoiling = SpoilingWord.spoiling(name, value) else {
                throw FaultRuleError(
                    rule,
                    "\(name)=\(value) cannot be read; write it as \(SpoilingWord.form(of: name))"
                )
            }
            return .spoilt(spoiling)
        }
        switch name {
        case "cut", "large":
            guard let bytes = size(value) else {
                throw FaultRuleError(rule, "\(name)=\(value) is not a size; write it as 100, 64KiB or 80MiB")
            }
            return name == "cut" ? .cutBody(after: bytes) : .largeBody(bytes: bytes)
        case "history":
            guard let count = Int(value), 0...10_000 ~= count else {
                throw FaultRuleError(rule, "history=\(value) is not a number of candles from 0 to 10000")
            }
            return .history(count)
        default:
            guard let time = duration(value) else {
                throw FaultRuleError(rule, "\(name)=\(value) is not a time; write it as 500ms, 30s or 5m")
            }
            return name == "slow-body" ? .slowBody(time) : .slowHeaders(time)
        }
    }

    static func text(of kind: Fault.Kind) -> String {
        switch kind {
        case .status(let code, let retryAfter): retryAfter.map { "\(code) retry-after=\($0)" } ?? "\(code)"
        case .slowHeaders(let time): "slow-headers=\(text(of: time))"
        case .slowBody(let time): "slow-body=\(text(of: time))"
        case .cutBody(let bytes): "cut=\(bytes)"
        case .largeBody(let bytes): "large=\(bytes)"
        case .history(let count): "history=\(count)"
        case .spoilt(.byteOrderMark): "bom"
        case .spoilt(let spoiling): SpoilingWord.text(of: spoiling)
        case .monthSpent, .never, .reset, .malformedJSON, .wrongTypes, .htmlPage, .emptyBody, .errorUnder200, .gzip,
            .falseGzip:
            plain.first { $0.kind == kind }?.name ?? ""
        }
    }

    static func text(of time: Duration) -> String {
        time.milliseconds.isMultiple(of: 1000) ? "\(time.milliseconds / 1000)s" : "\(time.milliseconds)ms"
    }

    /// `500ms`, `30s`, `5m`; at most a day.
    static func duration(_ text: String) -> Duration? {
        for (unit, milliseconds) in [("ms", 1), ("s", 1000), ("m", 60_000)] as [(String, Int64)] {
            guard text.hasSuffix(unit), let count = Int64(text.dropLast(unit.count)) else { continue }
            return 0...86_400_000 / milliseconds ~= count ? .milliseconds(count * milliseconds) : nil
        }
        return nil
    }

    /// `100`, `64KiB`, `80MiB`; at most a GiB.
    private static func size(_ text: String) -> Int? {
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1)
        guard let count = Int(text.dropLast(unit.0.count)), 0...(1 << 30) / unit.1 ~= count else { return nil }
        return count * unit.1
    }
}
