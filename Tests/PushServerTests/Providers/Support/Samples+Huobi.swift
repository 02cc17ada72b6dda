extension Samples {
    /// Four hours, newest first, one of them twice and one out of place.
    static let hours = """
        {"ch":"market.btcusdt.kline.60min","status":"ok","ts":1699999990000,"data":[
         {"id":1699999200,"open":84860.22,"close":84857.99,"low":84832.26,"high":84937.44,"amount":156.82517159741286,
          "vol":1.330886168618912E7,"count":231},
         {"id":1699992000,"open":"2.116E-7","close":6.3e-08,"low":0.000000000000000001,"high":2.2E-7,"amount":null},
         {"id":1699995600,"open":3,"close":2,"low":1,"high":4,"amount":5,"new":{"a":[1]}},
         {"id":1699995600,"open":3,"close":9,"low":1,"high":9,"amount":4},
         {"id":1699995601,"open":1,"close":1,"low":1,"high":1,"amount":1},
         {"id":1699988400,"open":1,"close":1,"low":2,"high":1,"amount":1}
        ]}
        """

    static let symbols = """
        {"status":"ok","data":[
         {"base-currency":"btc","quote-currency":"usdt","price-precision":2,"symbol":"btcusdt","state":"online","tags":""},
         {"base-currency":"yee","quote-currency":"btc","price-precision":10,"symbol":"yeebtc","state":"offline"},
         {"base-currency":"btc3l","quote-currency":"usdt","symbol":"btc3lusdt","state":"online","underlying":"btcusdt"},
         {"base-currency":"new","quote-currency":"usdt","symbol":"newusdt","state":"pre-online","underlying":null},
         {"base-currency":"odd","quote-currency":"usdt","symbol":"evenusdt","state":"online"},
         {"symbol":"btcusdt"}
        ]}
        """
}
