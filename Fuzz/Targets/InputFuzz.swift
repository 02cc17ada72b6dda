internal import TerminalKit

/// What a terminal sends: keys, pastes, answers, half of a sequence.
enum InputFuzz {
    /// Whatever comes in, the parser ends where it began, keeps little, and does not care how its input is cut.
    static func parse(_ bytes: [UInt8]) {
        var whole = InputParser()
        var events = whole.feed(bytes)
        var single = InputParser()
        var singleEvents = bytes.flatMap { single.feed([$0]) }
        precondition(events == singleEvents, "events depend on how the input was cut")
        precondition(whole.sequence.count <= InputParser.sequenceLimit + 1, "a sequence without end takes memory")
        events = whole.flush()
        singleEvents = single.flush()
        precondition(events == singleEvents, "the end depends on how the input was cut")
        precondition(!whole.isWaiting, "nothing is waited for after the end of time")
    }
}
