import NIOCore
import Shared
import Testing

/// No text of a server can steer the terminal that shows it.
struct HostileTextTests {
    /// Colors, a title, an eight-bit CSI, a backspace, reversed text.
    private static let hostile = "Bad\u{1B}[31m\u{1B}]0;x\u{7}\u{9B}2J\r\u{8}\u{7F}\u{202E}!"

    @Test func everyTextOfAServerLosesControlCharacters() throws {
        for frame in Self.frames() {
            var buffer = ByteBuffer()
            frame.write(into: &buffer)
            buffer.moveReaderIndex(forwardBy: 4)
            let read = try ServerFrame(frameBody: buffer)
            let texts = Self.texts(in: read)
            #expect(texts.contains { $0.hasPrefix("Bad[31m]0;x2J") }, "\(frame)")
            #expect(texts.count == Self.texts(in: frame).count, "\(frame)")
            for text in texts { #expect(text.unicodeScalars.allSatisfy { $0.isVisible || $0 == "\n" }, "\(frame)") }
        }
    }

    @Test func aDescriptionKeepsItsParagraphs() throws {
        var buffer = ByteBuffer()
        ServerFrame.detail(number: 1, .success(Self.detail("one\r\n\u{1B}[2Jtwo\n"))).write(into: &buffer)
        buffer.moveReaderIndex(forwardBy: 4)
        let read = try ServerFrame(frameBody: buffer)
        let texts = Self.texts(in: read)
        #expect(texts.contains("one\n[2Jtwo\n"))
    }

    /// The error about an unreadable frame quotes its text.
    @Test func anErrorAboutAFrameIsAsHarmless() {
        // Candles of chart 1 with one whose opening price is ESC [ 2 J.
        let candles: [UInt8] = [0x4a, 10, 0x08, 1, 0x2a, 6, 0x12, 4, 0x1b, 0x5b, 0x32, 0x4a]
        for bytes in [candles] {
            do throws(FrameError) {
                let read = try ServerFrame(frameBody: ByteBuffer(bytes: bytes))
                Issue.record("\(read)")
            } catch {
                #expect(error.description.contains("'[2J'"), "\(error)")
                #expect(error.description.unicodeScalars.allSatisfy { $0.isVisible })
            }
        }
    }

    /// An empty name would offer the user a chart of a source that has no name.
    @Test func aSourceNamedOnlyByControlsIsNoSource() throws {
        var buffer = ByteBuffer()
        let problem = ChartProblem(source: "huobi", kind: .notListed, message: "no", otherSource: "\u{1B}\u{0}")
        ServerFrame.chartProblem(ChartID(rawValue: 1), problem).write(into: &buffer)
        buffer.moveReaderIndex(forwardBy: 4)
        guard case .chartProblem(_, let read) = try ServerFrame(frameBody: buffer) else {
            Issue.record("a chart's problem was read as another frame")
            return
        }
        #expect(read.otherSource == nil)
    }

    /// Otherwise the two ends would hold different names.
    @Test func aServerKeepsTheNamesThatAClientReads() throws {
        let instrument = Instrument(coin: CoinID(1), symbol: Self.hostile, name: Self.hostile, kind: .coin)
        #expect(instrument.symbol == "Bad[31m]0;x2J\u{202E}!")
        var changes = MarketChanges()
        changes.instruments.append(instrument, row: 0)
        var (server, client) = (MarketTable(), MarketTable())
        let committed = server.commit(changes, time: MarketTime(milliseconds: 1), withHash: true)
        let diff = try #require(committed)
        var buffer = ByteBuffer()
        ServerFrame.marketDiff(diff).write(into: &buffer)
        buffer.moveReaderIndex(forwardBy: 4)
        guard case .marketDiff(let read) = try ServerFrame(frameBody: buffer) else { return }
        try client.apply(read)
        #expect(client.hashes == diff.hashes)
    }

    // MARK: Frames of all kinds that have text

    private static func frames() -> [ServerFrame] {
        var rows = MarketChanges()
        rows.sources = [
            MarketSource(
                .ticker,
                MarketSource.Name(.tickers, of: hostile),
                state: .down,
                since: MarketTime(milliseconds: 1),
                lastEvent: nil,
                cause: hostile
            )
        ]
        let time = MarketTime(milliseconds: 1)
        let device = Device(id: DeviceID(rawValue: 1), name: hostile, created: time, used: time, address: hostile)
        return [
            .welcome(
                Welcome(
                    version: 1,
                    serverVersion: hostile,
                    serverTime: time,
                    userName: hostile,
                    epoch: MarketEpoch(rawValue: 1),
                    lastMutation: 0,
                    limits: SessionLimits(),
                    user: UserPosition(store: 1, version: 1)
                )
            ),
            .close(Close(.badLogin, hostile)),
            .marketDiff(MarketDiff(from: 0, to: 1, time: time, changes: rows)),
            .marketDiff(MarketDiff(from: 0, to: 1, time: time, changes: instruments())),
            .snapshotPart(
                MarketPart(
                    epoch: MarketEpoch(rawValue: 1),
                    sequence: 1,
                    firstRow: 0,
                    isLast: true,
                    time: time,
                    changes: instruments()
                )
            ),
            .mutationResult(result(.refused(reason: hostile))),
            .mutationResult(result(.retryLater(reason: hostile))),
            .chartProblem(
                ChartID(rawValue: 1),
                ChartProblem(source: "huobi", kind: .unavailable, message: hostile)
            ),
            .detail(number: 1, .success(detail(hostile + "\n" + hostile))),
            .detail(number: 1, .failure(AnswerProblem(message: hostile))),
            .accountAnswer(number: 1, .success([device])),
            .accountAnswer(number: 1, .failure(AccountProblem(hostile))),
        ]
    }

    /// Instruments of a server that does not check names.
    private static func instruments() -> MarketChanges {
        var instrument = Instrument(coin: CoinID(1), symbol: "", name: "", kind: .coin)
        // Names lack the mark that reverses text, because it stays in names until they are drawn.
        (instrument.symbol, instrument.name) = (hostile.visible + "\u{1B}", hostile.visible + "\u{1B}[2J")
        var changes = MarketChanges()
        changes.instruments.append(instrument, row: 0)
        return changes
    }

    private static func result(_ outcome: MutationResult.Outcome) -> MutationResult {
        MutationResult(number: 1, outcome: outcome, version: 1, lastNumber: 1)
    }

    private static func detail(_ description: String) -> CoinDetail {
        CoinDetail(
            id: CoinID(1),
            name: hostile,
            symbol: hostile,
            kind: .token,
            platform: hostile,
            supply: nil,
            dateAdded: nil,
            description: description,
            page: nil,
            logo: nil,
            links: [],
            tags: [hostile, hostile]
        )
    }

    /// All texts within a value.
    private static func texts(in value: Any) -> [String] {
        if let text = value as? String { return [text] }
        return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }
}
