import Shared
import Testing

@testable import MockMarket

/// The rule language, and which requests a rule hits.
struct FaultRuleTests {
    private let now = MarketTime(seconds: 1_700_000_000)

    @Test(arguments: [
        (
            "/market/tickers 429 retry-after=5 times=3",
            Fault(path: "/market/tickers", kind: .status(429, retryAfter: 5), times: 3)
        ),
        ("/ 503", Fault(path: "/", kind: .status(503))),
        ("/data html share=0.5", Fault(path: "/data", kind: .htmlPage, share: 0.5)),
        ("/ slow-body=2s for=30s", Fault(path: "/", kind: .slowBody(.seconds(2)), lasting: .seconds(30))),
        ("/ slow-headers=250ms", Fault(path: "/", kind: .slowHeaders(.milliseconds(250)))),
        ("/x cut=100", Fault(path: "/x", kind: .cutBody(after: 100))),
        ("/x large=80MiB times=1", Fault(path: "/x", kind: .largeBody(bytes: 80 << 20), times: 1)),
        ("/x never", Fault(path: "/x", kind: .never)), ("/x reset", Fault(path: "/x", kind: .reset)),
        ("/x malformed", Fault(path: "/x", kind: .malformedJSON)), ("/x empty", Fault(path: "/x", kind: .emptyBody)),
        ("/x wrong-types", Fault(path: "/x", kind: .wrongTypes)), ("/x gzip", Fault(path: "/x", kind: .gzip)),
        ("/x month-spent", Fault(path: "/x", kind: .monthSpent)),
        ("/x history=18", Fault(path: "/x", kind: .history(18))),
        ("/x false-gzip", Fault(path: "/x", kind: .falseGzip)),
        ("/x error-200", Fault(path: "/x", kind: .errorUnder200)),
        ("/x bom", Fault(path: "/x", kind: .spoilt(.byteOrderMark))),
        ("/x rows=10", Fault(path: "/x", kind: .spoilt(.rows(10)))),
        ("/x bad-rows=5 times=1", Fault(path: "/x", kind: .spoilt(.badRows(5)), times: 1)),
        ("/x price=BTC:null", Fault(path: "/x", kind: .spoilt(.price(symbol: "BTC", .text("null"))))),
        ("/x price=btcusdt:x1000", Fault(path: "/x", kind: .spoilt(.price(symbol: "btcusdt", .times(1000))))),
        ("/x price=btcusdt:/5", Fault(path: "/x", kind: .spoilt(.price(symbol: "btcusdt", .part(5))))),
        ("/x without=btcusdt", Fault(path: "/x", kind: .spoilt(.without(symbol: "btcusdt")))),
        ("/x twice=BTC", Fault(path: "/x", kind: .spoilt(.twice(symbol: "BTC")))),
        ("/x clock=-480s", Fault(path: "/x", kind: .spoilt(.clock(milliseconds: -480_000)))),
        ("/x stopped=5", Fault(path: "/x", kind: .spoilt(.stopped(milliseconds: 5)))),
        ("/x age=BTC:60s", Fault(path: "/x", kind: .spoilt(.age(symbol: "BTC", milliseconds: 60_000)))),
        ("/x state=suspend for=20s", Fault(path: "/x", kind: .spoilt(.state("suspend")), lasting: .seconds(20))),
        ("  /x   error-200   for=2m ", Fault(path: "/x", kind: .errorUnder200, lasting: .seconds(120))),
    ])
    func aRuleIsReadAndWritten(text: String, fault: Fault) throws {
        let read = try Fault(rule: text)
        #expect(read == fault)
        #expect(try Fault(rule: read.rule) == fault)
    }

    @Test(arguments: [
        ("", "begin with the path it is about, as in /market/tickers, or / for all"),
        ("market 429", "begin with the path it is about, as in /market/tickers, or / for all"),
        ("/market", "it does not say what should happen; use a status from 400 to 599, or \(FaultWord.list)"),
        ("/ 200", "200 is not a status from 400 to 599"),
        (
            "/ slow-bdy=2s",
            "\"slow-bdy=2s\" is neither a status from 400 to 599 nor one of \(FaultWord.list); did you mean slow-body?"
        ),
        ("/ slow-body=2", "slow-body=2 is not a time; write it as 500ms, 30s or 5m"),
        ("/ cut=lots", "cut=lots is not a size; write it as 100, 64KiB or 80MiB"),
        ("/ large=9GiB", "large=9GiB is not a size; write it as 100, 64KiB or 80MiB"),
        ("/ rows=-1", "rows=-1 cannot be read; write it as rows=10"),
        ("/ clock=8m", "clock=8m cannot be read; write it as clock=-480s or clock=1200s"),
        ("/ html retry-after=5", "retry-after= goes with a status, as in 429"),
        ("/ 429 retry-after=soon", "retry-after=soon is not a number of seconds from 0 to 86400"),
        ("/ 429 time=3", "\"time=3\" is none of retry-after=, times=, share=, for=; did you mean times=?"),
        ("/ 429 times=0", "times=0 is not a number of requests of 1 or more"),
        ("/ 429 share=2", "share=2 is not a number from 0 to 1"),
        ("/ 429 for=ever", "for=ever is not a time; write it as 500ms, 30s or 5m"),
    ])
    func aWrongRuleIsReportedInWords(text: String, reason: String) {
        let error = #expect(throws: FaultRuleError.self) { try Fault(rule: text) }
        #expect(error?.description == "fault rule \"\(text)\": \(reason)")
    }

    @Test func aRuleEndsWithItsTime() {
        var rules = FaultRules([Fault(path: "/", kind: .reset, lasting: .seconds(30))], at: now)
        #expect(rules.take(path: "/x", at: now) == .reset)
        #expect(rules.take(path: "/x", at: now.adding(milliseconds: 29_999)) == .reset)
        #expect(rules.take(path: "/x", at: now.adding(seconds: 30)) == nil)
        #expect(rules.entries[0].hits == 2)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func aShareIsAShareAndTheSameForASeed(seed: UInt64) {
        let fault = Fault(path: "/", kind: .reset, share: 0.25)
        var (one, other) = (FaultRules([fault], at: now, seed: seed), FaultRules([fault], at: now, seed: seed))
        let hits = (0..<4000).map { _ in one.take(path: "/", at: now) != nil }
        #expect(hits == (0..<4000).map { _ in other.take(path: "/", at: now) != nil }, "seed \(seed)")
        #expect((850...1150).contains(hits.filter(\.self).count), "seed \(seed)")
    }

    @Test func theFirstRuleThatFitsWins() {
        let faults = [Fault(path: "/a", kind: .emptyBody, times: 1), Fault(path: "/", kind: .htmlPage)]
        var rules = FaultRules(faults, at: now)
        #expect(["/a/b", "/a/b", "/c"].map { rules.take(path: $0, at: now) } == [.emptyBody, .htmlPage, .htmlPage])
    }
}
