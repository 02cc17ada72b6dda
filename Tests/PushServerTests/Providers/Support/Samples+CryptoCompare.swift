extension Samples {
    /// Version 2: zeros before the coin was listed, then three minutes; the last is unfinished and out of its own range.
    static let minutes = """
        {"Response":"Success","Message":"","HasWarning":false,"Type":100,"RateLimit":{},
         "Data":{"Aggregated":false,"TimeFrom":1699999680,"TimeTo":1699999980,"Data":[
          {"time":1699999680,"high":0,"low":0,"open":0,"volumefrom":0,"volumeto":0,"close":0,"conversionType":"direct"},
          {"time":1699999740,"high":0,"low":0,"open":0,"volumefrom":0,"volumeto":0,"close":0},
          {"time":1699999800,"high":10.57,"low":10.52,"open":10.52,"volumefrom":536.82,"volumeto":5659.93,"close":10.56},
          {"time":1699999920,"high":"10.62","low":6.3e-08,"open":10.56,"volumefrom":0,"volumeto":0,"close":10.62},
          {"time":1699999980,"high":3880.77,"low":3871.62,"open":3871.62,"volumefrom":295.21,"close":3890.86}
         ]}}
        """

    static let coins = """
        {"Response":"Success","Message":"Coin list succesfully returned!","BaseImageUrl":"https://www.cryptocompare.com",
         "Data":{
          "BTC":{"Id":"1182","Url":"/coins/btc/overview","ImageUrl":"/media/19633/btc.png","Name":"BTC","Symbol":"BTC",
           "CoinName":"Bitcoin","TotalCoinSupply":"21000000 ","BuiltOn":"N/A","SmartContractAddress":"N/A","IsTrading":true,
           "NetHashesPerSecond":156819203103601950000},
          "300":{"Symbol":"300","CoinName":" 300 token ","BuiltOn":"7605","SmartContractAddress":" 0xAEC9 ",
           "TotalCoinSupply":"N/A","IsTrading":false},
          "USDT":{"Symbol":"USDT","CoinName":"Tether","BuiltOn":"1182","SmartContractAddress":"N/A"},
          "X":{"Name":"X"}
         },
         "BaseLinkUrl":"https://www.cryptocompare.com","Type":100}
        """

    static let figures = """
        {"RAW":{"ETH":{"USD":{"TYPE":"5","PRICE":"3778.84","LASTUPDATE":1699999999,"LASTTRADEID":"239243507"}},
          "BTC":{"EUR":{"PRICE":1},"USD":{"PRICE":4563.88,"LASTUPDATE":1804754372,"LASTTRADEID":20466262,
           "VOLUME24HOUR":110702.84081476295,"VOLUME24HOURTO":504520318.88032025,"OPEN24HOUR":4497.45,
           "HIGH24HOUR":4667.54,"LOW24HOUR":4386.52,"CHANGEPCT24HOUR":1.4770592224482828,"SUPPLY":16549137,
           "MKTCAP":75528275371.56}},
          "ODD":{"USD":{"PRICE":0}}},
         "DISPLAY":{"BTC":{"USD":{"PRICE":"$ 4,563.88","MKTCAP":"$ 75.53 B"}}}}
        """
}
